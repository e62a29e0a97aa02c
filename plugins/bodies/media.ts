/** Media types that request bodies may have. */
export const jsonMedia = ['application/json', 'text/json'] as const
export const xmlMedia = ['application/xml', 'text/xml'] as const
export const readableMedia = [...xmlMedia, ...jsonMedia, 'application/x-www-form-urlencoded'] as const
