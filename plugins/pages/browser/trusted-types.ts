/** Trusted Types, which a site can require (https://www.w3.org/TR/trusted-types/). */

/** A policy. It returns objects, which the browser takes in place of texts. */
interface TextPolicy {
  readonly createHTML: (markup: string) => string
}

declare global {
  var trustedTypes: { readonly createPolicy: (name: string, rules: TextPolicy) => TextPolicy } | undefined
}

/** Lets a site accept markup of the service, which has made it safe. */
let trust: ((markup: string) => string) | undefined

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

/** Returns markup of the service in the form that the site of this page accepts. */
export const trusted = (markup: string): string => {
  // Only when it is needed: a site may refuse a second policy of this name, which another script of ours would make.
  trust ??= createPolicy()
  return trust(markup)
}
