/** What the tests use of a package without types. */
declare module 'process-on-spawn' {
  const processOnSpawn: { removeAllListeners: () => void }
  export default processOnSpawn
}
