export const searchesSql = `SELECT coalesce(thing, 'rare terms (not named)') AS term,
       sum(count) FILTER (NOT found)::BIGINT AS withoutResult, sum(count)::BIGINT AS searches
FROM trailCounts
WHERE what = 'search'
GROUP BY thing
HAVING withoutResult > 0
ORDER BY withoutResult DESC, term`
