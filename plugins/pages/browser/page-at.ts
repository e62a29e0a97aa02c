import { parsed } from './parsed.ts'

/**
 * Returns a page of the service; undefined if it answers 404, because readers may not see the blog.
 * @throws Error if the service refuses it in another way, or cannot be reached
 */
export const pageAt = async (address: string, init: RequestInit): Promise<Document | undefined> => {
  const response = await fetch(address, init)
  if (response.status === 404) return undefined
  if (!response.ok) throw new Error(`${address} answered ${response.status}`)
  return parsed(await response.text())
}
