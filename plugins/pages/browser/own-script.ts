/**
 * Returns the address of the script that runs. A module has no current script, so it looks for its element; a copy in
 * a bundle finds none.
 * @param name of the script, such as `embed.js`
 */
export const ownScript = (name: string): string | undefined => {
  const script = document.currentScript ?? document.querySelector(`script[type=module][src*="/${name}"]`)
  return script instanceof HTMLScriptElement ? script.src : undefined
}
