import { ButtonLink } from '../ui/button.tsx'

export const MyOrdersLink = () => (
  <ButtonLink to="/my-orders" variant="outline" small>
    My Orders
  </ButtonLink>
)
