/** Parses markup that the service has sent, which has made it safe. */

/** Trusted Types, which a site can require. Their texts are objects, but take the place of texts. */
interface TextPolicy {
  readonly createHTML: (markup: string) => string
}

declare global {
  var trustedTypes: { readonly createPolicy: (name: string, rules: TextPolicy) => TextPolicy } | undefined
}

let policy: TextPolicy | undefined

/** Returns the document of a markup. */
export const parsed = (markup: string): Document => {
  // Only when it is needed: a site may refuse a second policy of this name, which another script of ours would make.
  policy ??= globalThis.trustedTypes?.createPolicy('desk', { createHTML: (text) => text })
  return new DOMParser().parseFromString(policy?.createHTML(markup) ?? markup, 'text/html')
}
