/** TABLE: questions that take all memory. The first text completes “memory that …”. */
export const memoryBombs = [
  [
    'the engine counts',
    "SELECT length(string_agg(a.range::VARCHAR || b.range, ',')) FROM range(20000) a, range(20000) b",
  ],
  [
    'the engine does not count',
    "WITH RECURSIVE t AS (SELECT 'x' AS a UNION ALL SELECT a || a FROM t) SELECT max(length(a)) FROM t",
  ],
  ['only the answer takes', 'SELECT list_transform(range(100000000), x -> x)'],
] as const
