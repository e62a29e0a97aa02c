/** Compiles plans of documents into writers, in all formats. */
import fp from 'fastify-plugin'
import type { FastifyInstance } from 'fastify'
import { compileHtml, type HtmlView } from './html.ts'
import { compileJson } from './json.ts'
import type { Plan } from './plan.ts'
import type { Compile } from './writers.ts'
import { compileXml } from './xml.ts'

declare module 'fastify' {
  interface FastifyInstance {
    compile: Compile
  }
}

/**
 * Returns the compiler of plans.
 * @param view returns the parts of pages for HTML. Called with the first plan for HTML; they are loaded by then
 */
export const compilerFor = (view: () => HtmlView): Compile => {
  const compilers = { xml: compileXml, json: compileJson, html: (plan: Plan) => compileHtml(view())(plan) }
  return (plan, { extension }) => compilers[extension](plan)
}

/** @param view returns the parts of pages for HTML */
const representation = async (app: FastifyInstance, { view }: { readonly view: () => HtmlView }) => {
  app.decorate('compile', compilerFor(view))
  // Documents are written before they are sent. Fastify's own compiler would take most of the start.
  app.setSerializerCompiler(() => JSON.stringify)
}

export default fp(representation, { name: 'representation' })
