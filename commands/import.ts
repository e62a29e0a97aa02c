/** `desk import`: brings a blog of another service into this one. */
import { Option, type Command } from 'commander'
import { formats } from '../moving/formats/index.ts'
import { NewBlog } from '../schemas/blog.ts'
import { blogOption, textOption } from './arguments.ts'
import type { ImportCommandOptions } from './run-import.ts'
import { onDatabase, print, withJsonOption, type PrintOptions, type Shell } from './shell.ts'

/** Adds `desk import` to a command. */
export const importCommand = (desk: Command, shell: Shell) => {
  const { Title } = NewBlog.properties
  withJsonOption(desk.command('import'))
    .description('bring a blog of another service here; run it again to add only what is new')
    .argument('<source>', 'address, file or exported folder; - reads standard input')
    .addOption(
      new Option('--format <name>', 'format of the source; recognised by default').choices(
        formats.map(({ name }) => name)
      )
    )
    .addOption(blogOption('--blog <id>', 'existing blog; by default the one of an earlier import, or a new one'))
    .addOption(new Option('--creator <user>', 'login name of the creator of the posts, and of a new blog'))
    .addOption(new Option('--language <code>', 'language of a new blog, such as en; by default that of the source'))
    .addOption(textOption('--title <title>', 'title of a new blog; by default that of the source', Title))
    .addOption(new Option('--no-pictures', 'leave pictures where they are'))
    .addOption(new Option('--private-network', 'also read addresses that are not on the public internet'))
    .addOption(new Option('--dry-run', 'read everything and store nothing'))
    .addOption(new Option('--report <file>', 'write every loss to a file, a JSON object in each line'))
    .action((place: string, options: ImportCommandOptions & PrintOptions) =>
      onDatabase(shell, async (database, signal) => {
        // Loaded now, because no other command needs the readers and the HTTP client.
        const { importFrom, textOf } = await import('./run-import.ts')
        const report = await importFrom(database, shell, place, options, signal)
        const text = textOf(report, options.dryRun === true)
        const { IsStopped, Reason = 'Stopped' } = report
        if (IsStopped) throw new Error(`${Reason}. Run the same command again to continue.\n${text}`)
        print(shell, options, report, text)
        if (report.IsIncomplete) throw new Error(INCOMPLETE)
      })
    )
}

const INCOMPLETE = 'The source was not complete: posts are missing. The report says where'
