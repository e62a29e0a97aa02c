/** The commands of `desk blog`, for blogs and their members. */
import { Option, type Command } from 'commander'
import { blogEdits } from '../db/blog-edits.ts'
import { blogs } from '../db/blogs.ts'
import { collaborators } from '../db/collaborators.ts'
import { NewBlog } from '../schemas/blog.ts'
import { blogArgument, textArgument, textOption, userArgument } from './arguments.ts'
import { activeUserOf, blogOf, languageOf, userOf } from './lookups.ts'
import { onDatabase, print, withJsonOption, table, type PrintOptions, type Shell } from './shell.ts'

interface AddOptions extends PrintOptions {
  creator: string
  language: string
  description?: string
  live?: boolean
}
interface MemberOptions extends PrintOptions {
  type: string
  remove?: boolean
}

/** Adds `desk blog` and its subcommands to a command. */
export const blogCommands = (desk: Command, shell: Shell) => {
  const blog = desk.command('blog').description('blogs: list, add, close, open, members, member')
  const { Title, Description } = NewBlog.properties

  withJsonOption(blog.command('list').description('list all blogs')).action((options: PrintOptions) =>
    onDatabase(shell, async (sql) => {
      const all = await blogs(sql).overview()
      print(shell, options, all, table(all, ['Id', 'Title', 'Creator', 'Language', 'IsLive', 'ClosedOn']))
    })
  )

  withJsonOption(blog.command('add').description('create a blog and print its number'))
    .addArgument(textArgument('<title>', 'title of the blog', Title))
    .requiredOption('--creator <user>', 'login name of the creator, who has all rights in the blog')
    .requiredOption('--language <code>', 'language of the blog, such as en or de')
    .addOption(textOption('--description <text>', 'description of the blog', Description))
    .option('--live', 'take the blog live')
    .action((title: string, { creator, language, description, live, json }: AddOptions) =>
      onDatabase(shell, async (sql) => {
        const { Id: Creator } = await activeUserOf(sql, creator)
        const Language = await languageOf(sql, language)
        const { Id } = await sql.begin(async (transaction) => {
          const { insert, toggleLive } = blogEdits(transaction)
          const attempt = { user: Creator, key: null, request: '' }
          const row = await insert(attempt, { Title: title, Language, Creator, Description: description ?? '' })
          if (live === true) await toggleLive(row.Id, null)
          return row
        })
        print(shell, { json }, { Id, Title: title }, String(Id))
      })
    )

  for (const [name, participle, description, closedOn] of [
    ['close', 'Closed', 'close a blog; it then refuses new posts', () => new Date().toISOString()],
    ['open', 'Opened', 'reopen a closed blog', () => null]
  ] as const) {
    withJsonOption(blog.command(name).description(description))
      .addArgument(blogArgument())
      .action((id: number, options: PrintOptions) =>
        onDatabase(shell, async (sql) => {
          await blogOf(sql, id)
          const changed = await blogEdits(sql).change(id, null, { ClosedOn: closedOn() })
          const { Title, ClosedOn } = changed ?? (await blogOf(sql, id))
          print(shell, options, { Id: id, Title, ClosedOn }, `${participle} ${Title}.`)
        })
      )
  }

  withJsonOption(blog.command('members').description('list the members of a blog, without its creator'))
    .addArgument(blogArgument())
    .action((id: number, options: PrintOptions) =>
      onDatabase(shell, async (sql) => {
        await blogOf(sql, id)
        const members = await collaborators(sql).members(id)
        print(shell, options, members, table(members, ['Name', 'User', 'Type']))
      })
    )

  withJsonOption(
    blog.command('member').description('make a user other than the creator a member of a blog, or end the membership')
  )
    .addArgument(blogArgument())
    .addArgument(userArgument())
    .addOption(typeOption())
    .addOption(new Option('--remove', 'end the membership').conflicts('type'))
    .action((Blog: number, User: string, { type: Type, remove, json }: MemberOptions) =>
      onDatabase(shell, async (sql) => {
        const { inviteUser, removeUser } = blogEdits(sql)
        const { Creator } = await blogOf(sql, Blog)
        const { Id } = await (remove === true ? userOf : activeUserOf)(sql, User)
        if (remove === true && (await removeUser(Blog, User))) {
          return print(shell, { json }, { Blog, User }, `${User} is not a member of blog ${Blog} any more.`)
        }
        if (Id === Creator) {
          throw new Error(`${User} is the creator of blog ${Blog}: the creator has all rights in it and is no member`)
        }
        if (remove === true) throw new Error(`${User} is not a member of blog ${Blog}`)
        if (!(await inviteUser(Blog, User, Type))) throw new Error(`${User} could not be made a member; try again`)
        print(shell, { json }, { Blog, User, Type }, `${User} is ${Type} in blog ${Blog}.`)
      })
    )
}

const typeOption = () =>
  new Option('--type <type>', 'rights of the member in the blog')
    .choices(['Collaborator', 'Administrator'])
    .default('Collaborator')
