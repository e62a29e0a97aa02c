/** Parses markup that the service has sent, which has made it safe. */

/** Trusted Types, which a site can require. Their texts are objects, but take the place of texts. */
interface TextPolicy {
  readonly createHTML: (markup: string) => string
}

declare global {
  var trustedTypes: { readonly createPolicy: (name: string, rules: TextPolicy) => TextPolicy } | undefined
}

/** Lets a site that requires Trusted Types accept a markup. */
let trusted: ((markup: string) => string) | undefined

const passOn = (markup: string) => markup

const createPolicy = () => {
  try {
    const policy = globalThis.trustedTypes?.createPolicy('desk', { createHTML: passOn })
    return policy?.createHTML.bind(policy) ?? passOn
  } catch {
    // The site allows no policy of this name, which does not mean that it requires one.
    return passOn
  }
}

/** Returns the document of a markup. */
export const parsed = (markup: string): Document => {
  // Only when it is needed: a site may refuse a second policy of this name, which another script of ours would make.
  trusted ??= createPolicy()
  return new DOMParser().parseFromString(trusted(markup), 'text/html')
}
