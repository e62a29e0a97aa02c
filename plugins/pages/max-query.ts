/** Maximum number of characters of a search. */
export const MAX_QUERY = 200
