/** The media types that bodies are read in. */
export const jsonMedia = ['application/json', 'text/json'] as const
export const xmlMedia = ['application/xml', 'text/xml'] as const
export const readableMedia = [...xmlMedia, ...jsonMedia, 'application/x-www-form-urlencoded'] as const
