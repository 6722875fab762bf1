import { Navigate } from 'react-router-dom'

/** Redirects to the questions. */
export const StartPage = () => <Navigate to="/analysis/questions" replace />
