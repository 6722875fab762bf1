import { Navigate } from 'react-router-dom'

/** The analysis begins with its questions. */
export const StartPage = () => <Navigate to="/analysis/questions" replace />
