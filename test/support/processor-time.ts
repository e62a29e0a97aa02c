/**
 * Returns the milliseconds of processor time that this process needs for some work. A clock would also count work of
 * other processes.
 */
export const processorTime = async (work: () => unknown): Promise<number> => {
  const start = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(start)
  return (user + system) / 1000
}
