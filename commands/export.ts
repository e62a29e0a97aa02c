/** `desk export`: a blog as lines of JSON, as a site, or as an Atom feed. */
import { pipeline } from 'node:stream/promises'
import { Option, type Command } from 'commander'
import { readConfig } from '../config.ts'
import { HIDDEN, isHidden } from '../moving/exporting/hidden.ts'
import { FORMATS, type Format } from '../schemas/blog-export.ts'
import { blogArgument, webAddressOption } from './arguments.ts'
import { inNewFolder } from './new-folder.ts'
import type { Shell } from './shell.ts'
import { withoutFinalSlashes } from '../schemas/language/lexical.ts'

interface ExportOptions {
  format: Format
  to?: string
  base?: string
}

/** Adds `desk export` to a command. */
export const exportCommand = (desk: Command, shell: Shell) => {
  desk
    .command('export')
    .description('write a blog as NDJSON to standard output, or with its files into a new folder')
    .addArgument(blogArgument())
    .addOption(new Option('--format <name>', 'format of the blog').choices(FORMATS).default('ndjson'))
    .option('--to <folder>', 'folder that the command creates; sites and feeds need it')
    .addOption(webAddressOption('--base <address>', BASE))
    .action((blogId: number, options: ExportOptions) => exportBlog(shell, blogId, options))
}

const BASE = 'base address at which a site or feed will be; by default BASE_URL'

const exportBlog = async (shell: Shell, blogId: number, { format, to, base }: ExportOptions) => {
  const address = withoutFinalSlashes(base ?? readConfig(shell.env).BASE_URL)
  if (format !== 'ndjson') {
    if (to === undefined) throw new Error(`Name a folder for the ${format} with --to`)
    if (address === '') throw new Error(`Say with --base where people will find the ${format}, or set BASE_URL`)
  }
  // Loaded now, because no other command needs the service and the packages for archives.
  const { folderAt } = await import('../moving/exporting/destination.ts')
  const { exporter } = await import('../moving/exporting/blog.ts')
  const { patiently } = await import('../moving/patience.ts')
  const { onService } = await import('./app.ts')
  const exportTo = (folder: string | undefined) =>
    onService(shell, async (app, signal) => {
      const { find, lines, write } = exporter(app)
      const blog = await patiently(() => find(blogId))
      if (blog === undefined) throw new Error(`There is no blog ${blogId}; desk blog list shows all`)
      if (isHidden(blog, format)) throw new Error(HIDDEN)
      if (folder === undefined) await pipeline(lines(blog), shell.stdout, { end: false, signal })
      else await write(blog, format, address, folderAt(folder, signal))
    })
  await (to === undefined ? exportTo(to) : inNewFolder(shell, to, exportTo))
}
