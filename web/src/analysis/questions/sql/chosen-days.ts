/** The parameter `$days` as an interval. DuckDB would round 2.5 days, and would explain a text only in its own words. */
export const CHOSEN_DAYS = `to_days(if(regexp_full_match($days::VARCHAR, '[1-9][0-9]{0,3}'), $days, error('Enter a whole number of days, from 1 to 9999'))::INTEGER)`
