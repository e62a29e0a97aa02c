/** Records by the ids of posts. */

/** Returns a record without a member. */
export const without = <Value>(
  record: Readonly<Record<number, Value>>,
  id: number
): Readonly<Record<number, Value>> => {
  const { [id]: _value, ...others } = record
  return others
}
