/** Runs the tasks that send waiting texts and files to the service. */

/** Returns a function that starts a task unless it runs. The task also starts when the browser is online again. */
export const oneAtATime = (task: () => Promise<void>): (() => void) => {
  let isRunning = false
  const start = () => {
    if (isRunning) return
    isRunning = true
    void task().finally(() => {
      isRunning = false
    })
  }
  addEventListener('online', start)
  return start
}
