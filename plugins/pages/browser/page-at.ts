/** Returns a page of the service. @throws Error if the service refuses it, or cannot be reached */
export const pageAt = async (address: string, init: RequestInit): Promise<Document> => {
  const response = await fetch(address, init)
  if (!response.ok) throw new Error(`${address} answered ${response.status}`)
  return new DOMParser().parseFromString(await response.text(), 'text/html')
}
