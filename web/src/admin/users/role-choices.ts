export const roleChoices = [
  { value: 'customer', label: 'Customer' },
  { value: 'admin', label: 'Admin' },
] as const
