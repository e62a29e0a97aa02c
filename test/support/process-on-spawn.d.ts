/** Declares the function that the tests call: the package has no types. */
declare module 'process-on-spawn' {
  const processOnSpawn: { removeAllListeners: () => void }
  export default processOnSpawn
}
