/** `desk blog`: blogs and their members. */
import { Option, type Command } from 'commander'
import { blogEdits } from '../db/blog-edits.ts'
import { blogs } from '../db/blogs.ts'
import { collaborators } from '../db/collaborators.ts'
import { NewBlog } from '../schemas/blog.ts'
import { blogArgument, textArgument, textOption, userArgument } from './arguments.ts'
import { activeUserOf, blogOf, languageOf, userOf } from './named.ts'
import { onDatabase, print, printing, table, type Printing, type Shell } from './shell.ts'

interface Opening extends Printing {
  creator: string
  language: string
  description?: string
  live?: boolean
}
interface Membership extends Printing {
  type: string
  remove?: boolean
}

/** Adds the commands. */
export const blogCommands = (desk: Command, shell: Shell) => {
  const blog = desk.command('blog').description('blogs: list, add, close, open, members, member')
  const { Title, Description } = NewBlog.properties

  printing(blog.command('list').description('list all blogs')).action((options: Printing) =>
    onDatabase(shell, async (sql) => {
      const all = await blogs(sql).overview()
      print(shell, options, all, table(all, ['Id', 'Title', 'Creator', 'Language', 'IsLive', 'ClosedOn']))
    })
  )

  printing(blog.command('add').description('create a blog and print its number'))
    .addArgument(textArgument('<title>', 'title of the blog', Title))
    .requiredOption('--creator <user>', 'login name of the creator, who has all rights in the blog')
    .requiredOption('--language <code>', 'language of the blog, such as en or de')
    .addOption(textOption('--description <text>', 'description of the blog', Description))
    .option('--live', 'take the blog live')
    .action((title: string, { creator, language, description, live, json }: Opening) =>
      onDatabase(shell, async (sql) => {
        const { Id: Creator } = await activeUserOf(sql, creator)
        const Language = await languageOf(sql, language)
        const { Id } = await sql.begin(async (transaction) => {
          const { insert, toggleLive } = blogEdits(transaction)
          const attempt = { user: Creator, key: null, request: '' }
          const made = await insert(attempt, { Title: title, Language, Creator, Description: description ?? '' })
          if (live === true) await toggleLive(made.Id, null)
          return made
        })
        print(shell, { json }, { Id, Title: title }, String(Id))
      })
    )

  for (const [name, done, description, closedOn] of [
    ['close', 'Closed', 'close a blog; it then refuses new posts', () => new Date().toISOString()],
    ['open', 'Opened', 'reopen a closed blog', () => '']
  ] as const) {
    printing(blog.command(name).description(description))
      .addArgument(blogArgument())
      .action((id: number, options: Printing) =>
        onDatabase(shell, async (sql) => {
          await blogOf(sql, id)
          const changed = await blogEdits(sql).change(id, null, { ClosedOn: closedOn() })
          const { Title, ClosedOn } = changed ?? (await blogOf(sql, id))
          print(shell, options, { Id: id, Title, ClosedOn }, `${done} ${Title}.`)
        })
      )
  }

  printing(blog.command('members').description('list the members of a blog, without its creator'))
    .addArgument(blogArgument())
    .action((id: number, options: Printing) =>
      onDatabase(shell, async (sql) => {
        await blogOf(sql, id)
        const members = await collaborators(sql).members(id)
        print(shell, options, members, table(members, ['Name', 'User', 'Type']))
      })
    )

  printing(blog.command('member').description('make a user a member of a blog, or end the membership'))
    .addArgument(blogArgument())
    .addArgument(userArgument())
    .addOption(typeOption())
    .addOption(new Option('--remove', 'end the membership').conflicts('type'))
    .action((Blog: number, User: string, { type: Type, remove, json }: Membership) =>
      onDatabase(shell, async (sql) => {
        const { inviteUser, removeUser } = blogEdits(sql)
        const { Creator } = await blogOf(sql, Blog)
        if (remove === true) {
          await userOf(sql, User)
          if (!(await removeUser(Blog, User))) throw new Error(`${User} is not a member of blog ${Blog}`)
          return print(shell, { json }, { Blog, User }, `${User} is not a member of blog ${Blog} any more.`)
        }
        const { Id } = await activeUserOf(sql, User)
        if (Id === Creator) throw new Error(`${User} is the creator of blog ${Blog}, and may do everything there`)
        if (!(await inviteUser(Blog, User, Type))) throw new Error(`${User} could not be made a member; try again`)
        print(shell, { json }, { Blog, User, Type }, `${User} is ${Type} in blog ${Blog}.`)
      })
    )
}

const typeOption = () =>
  new Option('--type <type>', 'rights of the member in the blog')
    .choices(['Collaborator', 'Administrator'])
    .default('Collaborator')
