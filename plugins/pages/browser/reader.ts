/** The live reader: shows changes of a blog while the page is open. */
export {}
