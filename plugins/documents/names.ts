/** Names of schemas in the generated documents. */

/** Returns the schema name for an address template: `Desk.Blog.Post` for `{Module}/Blog/{BlogId}/Post/{Id}`. */
export const nameOf = (template: string, module: string): string =>
  template
    .replace('{Module}', module)
    .split('/')
    .filter((segment) => segment !== '' && !segment.startsWith('{'))
    .join('.')

/** Returns the name, with a number added if it is in use. */
export const unusedName = (name: string, usedNames: readonly string[], number = 2): string => {
  if (!usedNames.includes(name)) return name
  const numberedName = `${name}.${number}`
  return usedNames.includes(numberedName) ? unusedName(name, usedNames, number + 1) : numberedName
}
