export const roleChoices = [
  { value: 'customer', label: 'Customer' },
  { value: 'analyst', label: 'Analyst' },
  { value: 'admin', label: 'Admin' },
] as const
