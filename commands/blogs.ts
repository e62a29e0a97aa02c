/** The commands of `desk blog`, for blogs and their members. */
import { Option, type Command } from 'commander'
import { blogEdits } from '../db/blog-edits.ts'
import { blogs } from '../db/blogs.ts'
import { transact } from '../db/transactions.ts'
import { blogCollaborators, collaborators } from '../db/collaborators.ts'
import { NewBlog } from '../schemas/blog.ts'
import { MAX_LIMIT } from '../schemas/language/paging.ts'
import { blogArgument, textArgument, textOption, userArgument } from './arguments.ts'
import { activeUserOf, blogOf, languageOf, userOf } from './lookups.ts'
import { databaseCommands, table, type Shell } from './shell.ts'

interface AddOptions {
  creator: string
  language: string
  description?: string
  live?: boolean
}
interface MemberOptions {
  type: string
  remove?: boolean
}

/** Adds `desk blog` and its subcommands to a command. */
export const blogCommands = (desk: Command, shell: Shell) => {
  const blog = desk.command('blog').description('blogs: list, add, close, open, members, member')
  const add = databaseCommands(blog, shell)
  const { Title, Description } = NewBlog.properties

  add('list', 'list all blogs', [], async (sql) => {
    const all = await blogs(sql).overview()
    return [all, table(all, ['Id', 'Title', 'Creator', 'Language', 'IsLive', 'ClosedOn'])]
  })

  add(
    'add',
    'create a blog and print its number',
    [
      textArgument('<title>', 'title of the blog', Title),
      new Option('--creator <user>', 'login name of the creator, who has all rights in the blog').makeOptionMandatory(),
      new Option('--language <code>', 'language of the blog, such as en or de').makeOptionMandatory(),
      textOption('--description <text>', 'description of the blog', Description),
      new Option('--live', 'take the blog live')
    ],
    async (sql, title: string, { creator, language, description, live }: AddOptions) => {
      const { Id: Creator } = await activeUserOf(sql, creator)
      const Language = await languageOf(sql, language)
      const Id = await transact(sql, async (transaction) => {
        const { insert, change, now } = blogEdits(transaction)
        const attempt = { user: Creator, key: null, request: '' }
        const Id = await insert(attempt, { Title: title, Language, Creator, Description: description ?? '' })
        if (live === true) await change({ Id }, null, { LiveOn: now })
        return Id
      })
      return [{ Id, Title: title }, String(Id)]
    }
  )

  for (const [name, participle, description] of [
    ['close', 'Closed', 'close a blog; it then refuses new posts'],
    ['open', 'Opened', 'reopen a closed blog']
  ] as const) {
    add(name, description, [blogArgument()], async (sql, Id: number) => {
      await blogOf(sql, Id)
      const { change, now } = blogEdits(sql)
      await change({ Id }, null, { ClosedOn: name === 'close' ? now : null })
      const { Title, ClosedOn } = await blogOf(sql, Id)
      return [{ Id, Title, ClosedOn }, `${participle} ${Title}.`]
    })
  }

  add('members', 'list the members of a blog, without its creator', [blogArgument()], async (sql, id: number) => {
    await blogOf(sql, id)
    const members = await blogCollaborators(sql).overview(id)
    return [members, table(members, ['Name', 'User', 'Type'])]
  })

  add(
    'member',
    'make a user other than the creator a member of a blog, or end the membership',
    [blogArgument(), userArgument(), typeOption(), new Option('--remove', 'end the membership').conflicts('type')],
    async (sql, Blog: number, User: string, { type: Type, remove }: MemberOptions) => {
      const { setMember, removeMember } = blogEdits(sql)
      const { Creator } = await blogOf(sql, Blog)
      const { Id } = await (remove === true ? userOf : activeUserOf)(sql, User)
      const page = { offset: 0, limit: MAX_LIMIT, detailed: false }
      const ids = (await collaborators(sql).listOfUser(Id, page)).items.map((collaborator) => collaborator.Id)
      const removed = remove === true ? await Promise.all(ids.map((id) => removeMember(Blog, id))) : []
      if (removed.includes(true)) {
        return [{ Blog, User }, `${User} is not a member of blog ${Blog} any more.`]
      }
      if (Id === Creator) {
        throw new Error(`${User} is the creator of blog ${Blog}: the creator has all rights in it and is not a member`)
      }
      if (remove === true) throw new Error(`${User} is not a member of blog ${Blog}`)
      const [first] = ids
      if (first === undefined) throw new Error(`${User} is no collaborator, so no member of a blog`)
      await setMember(Blog, first, Type)
      return [{ Blog, User, Type }, `${User} is ${Type} in blog ${Blog}.`]
    }
  )
}

const typeOption = () =>
  new Option('--type <type>', 'rights of the member in the blog')
    .choices(['Collaborator', 'Administrator'])
    .default('Collaborator')
