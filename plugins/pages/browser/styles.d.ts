/** Style sheets that scripts contain as text. */
declare module '*.css' {
  const text: string
  export default text
}
