const words = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/).filter((word) => word !== ''))

/** Table functions that make rows only from their arguments. */
const tableFunctions = words('unnest range generate_series repeat json_each json_tree')
export const isTableFunction = (name: string): boolean => tableFunctions.has(name)

/** Functions that show the state of the engine or the machine, write the engine's log, or only wait. */
const forbidden = words(`
  current_setting write_log sleep_ms pg_sleep nextval currval setseed stats getvariable
  current_connection_id current_transaction_id current_query_id txid_current pg_conf_load_time pg_postmaster_start_time
  pg_get_viewdef pg_get_constraintdef format_type get_block_size
`)
export const isForbidden = (name: string): boolean => forbidden.has(name)

/** All other functions that `duckdb_functions()` lists as VOLATILE. A test compares the lists. */
const volatile = words('random uuid uuidv4 uuidv7 gen_random_uuid error current_query')
/** The engine lists these as VOLATILE, but `error` throws, and `current_query` returns the question's text. */
const notReallyVolatile = words('error current_query')
export const isVolatile = (name: string): boolean => volatile.has(name) && !notReallyVolatile.has(name)

/** Functions whose results never change, because there is only one database and one schema. */
const constant = words('current_database current_schema current_schemas in_search_path')
/** The functions that `clockMacros` replaces. */
const clocks = words('now transaction_timestamp get_current_timestamp today current_date get_current_time ago')

/** For a test: a list in this file must have each function whose result can change, and each function that reads the engine itself. */
export const isConsidered = (name: string): boolean =>
  [forbidden, volatile, constant, clocks].some((considered) => considered.has(name))

/** `moment`: ISO, in UTC. */
export function clockMacros(moment: string): readonly string[] {
  const at = `TIMESTAMPTZ '${moment}'`
  const macros: Readonly<Record<string, string>> = {
    now: at,
    transaction_timestamp: at,
    get_current_timestamp: at,
    current_timestamp: at,
    today: `(${at})::DATE`,
    current_date: `(${at})::DATE`,
    current_localtimestamp: `(${at})::TIMESTAMP`,
    current_localtime: `(${at})::TIMESTAMP::TIME`,
    get_current_time: `(${at})::TIMESTAMP::TIME::TIMETZ`,
  }
  return [
    ...Object.entries(macros).map(([name, value]) => `CREATE MACRO ${name}() AS ${value}`),
    `CREATE MACRO ago(i) AS ${at} - i::INTERVAL`,
    `CREATE MACRO age(a) AS system.main.age((${at})::DATE::TIMESTAMP, a::TIMESTAMP), (a, b) AS system.main.age(a, b)`,
  ]
}
