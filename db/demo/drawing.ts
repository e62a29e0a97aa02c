/** Parts of the drawings of the demo newsroom, as SVG. */

/** Returns a drawing. Width and height in pixels come first, because archive.ts reads them from there. */
export const svg = (width: number, height: number, title: string, shapes: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">\n` +
  `<title>${title}</title>\n${shapes}\n</svg>\n`

/** Draws a standing person. @param y the ground below the feet @param size height in pixels */
export const person = (x: number, y: number, size: number, coat: string, skin = '#e8bd94') => {
  const unit = size / 10
  return (
    `<path d="M${x - 1.6 * unit} ${y}l${0.4 * unit} ${-6.6 * unit}q${1.2 * unit} ${-1.4 * unit} ${2.4 * unit} 0` +
    `l${0.4 * unit} ${6.6 * unit}z" fill="${coat}"/>` +
    `<circle cx="${x}" cy="${y - 8.6 * unit}" r="${1.3 * unit}" fill="${skin}"/>`
  )
}

/** Draws a sitting dog that looks up. @param y the ground */
export const dog = (x: number, y: number, size: number, coat: string) => {
  const unit = size / 10
  return (
    `<path d="M${x} ${y}q${-3.4 * unit} 0 ${-3 * unit} ${-4 * unit}` +
    `q${0.6 * unit} ${-3 * unit} ${3 * unit} ${-3.4 * unit}` +
    `q${2.4 * unit} ${0.4 * unit} ${2.6 * unit} ${3.4 * unit}l${0.4 * unit} ${4 * unit}z` +
    `M${x - 2.6 * unit} ${y - unit}q${-2.4 * unit} 0 ${-2 * unit} ${-2.4 * unit}" fill="${coat}"/>` +
    `<ellipse cx="${x + 0.6 * unit}" cy="${y - 8.2 * unit}" rx="${2.1 * unit}" ry="${1.7 * unit}" fill="${coat}"/>` +
    `<path d="M${x - 1.2 * unit} ${y - 9.2 * unit}l${-0.6 * unit} ${2.6 * unit}` +
    `l${1.4 * unit} ${-1.4 * unit}z" fill="#4a3a33"/>` +
    `<circle cx="${x + 2.6 * unit}" cy="${y - 8.4 * unit}" r="${0.4 * unit}"/>` +
    `<circle cx="${x + 1 * unit}" cy="${y - 8.7 * unit}" r="${0.28 * unit}"/>`
  )
}
