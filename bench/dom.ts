/**
 * The measured documents the plain way: an object per document, made into a tree and written by xmlbuilder2.
 * Texts and addresses are those of the service, so that both ways end with the same bytes.
 */
import { create } from 'xmlbuilder2'
import { printDecimal, printFlag, printMoment } from '../schemas/language/lexical.ts'
import type { BlogRow } from '../schemas/blog.ts'
import { catalogue } from '../schemas/catalogue.ts'
import type { PostRow } from '../schemas/post.ts'

/** A page of links with the attributes of its list, in document order. */
export interface LinkPage { readonly attributes: Readonly<Record<string, number>>, readonly items: readonly { readonly Id: number }[] }

const DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>\n'

const write = (document: Parameters<typeof create>[0] & object) => DECLARATION + create(document).end({ headless: true })

/** @param root address of the resource tree with its final slash, here and below */
export const indexDocument = (root: string) => write({
  Resources: Object.fromEntries(Object.entries(catalogue).map(([name, path]) =>
    [name.replace('{Module}', 'Desk'), { '@href': root + path.replace('{Module}', 'Desk') }]))
})

export const blogListDocument = (page: LinkPage, root: string) =>
  write(links('BlogList', 'Blog', page, (id) => `${root}Desk/Blog/${id}`))

export const postListDocument = (blogId: number, page: LinkPage, root: string) =>
  write(links('PostList', 'Post', page, (id) => `${root}Desk/Blog/${blogId}/Post/${id}`))

export const blogDocument = (blog: BlogRow, root: string) => {
  const self = `${root}Desk/Blog/${blog.Id}`
  return write({
    Blog: {
      Id: blog.Id,
      IsLive: printFlag(blog.IsLive),
      Description: blog.Description,
      Title: blog.Title,
      CreatedOn: printMoment(blog.CreatedOn),
      ...blog.UpdatedOn && { UpdatedOn: printMoment(blog.UpdatedOn) },
      Creator: link(`${root}HR/User/`, blog.Creator),
      Language: link(`${root}Localization/Language/`, blog.Language),
      Type: link(`${root}Desk/BlogType/`, blog.Type),
      Collaborator: { '@href': `${self}/Collaborator/` },
      CollaboratorPotential: { '@href': `${self}/Collaborator/Potential` },
      Sync: { '@href': `${self}/Sync/` },
      Configuration: { '@href': `${self}/Configuration/` },
      Post: { '@href': `${self}/Post/` },
      PostComment: { '@href': `${self}/Post/Comment` },
      PostPublished: { '@href': `${self}/Post/Published` },
      PostUnpublished: { '@href': `${self}/Post/Unpublished` },
      CommentPost: { '@href': `${self}/Comment/Post/` },
      Source: { '@href': `${self}/Source/` },
      BlogMedia: { '@href': `${self}/BlogMedia/` }
    }
  })
}

export const postDocument = (post: PostRow, root: string) => write({
  Post: {
    Id: post.Id,
    IsModified: printFlag(post.IsModified),
    IsPublished: printFlag(post.IsPublished),
    CId: post.CId,
    Order: printDecimal(post.Order),
    ...post.AuthorName !== undefined && { AuthorName: post.AuthorName },
    Content: post.Content,
    Meta: post.Meta,
    CreatedOn: printMoment(post.CreatedOn),
    ...post.PublishedOn && { PublishedOn: printMoment(post.PublishedOn) },
    ...post.Author && { Author: link(`${root}Data/Collaborator/`, post.Author) },
    ...post.AuthorPerson && { AuthorPerson: link(`${root}HR/Person/`, post.AuthorPerson) },
    Blog: link(`${root}Desk/Blog/`, post.Blog),
    Creator: link(`${root}HR/User/`, post.Creator),
    Type: { '@href': root + 'Data/PostType/' + post.Type, Key: post.Type }
  }
})

const link = (collection: string, id: number) => ({ '@href': collection + id, Id: id })

const links = (list: string, item: string, { attributes, items }: LinkPage, address: (id: number) => string) => ({
  [list]: {
    ...Object.fromEntries(Object.entries(attributes).map(([name, value]) => [`@${name}`, value])),
    [item]: items.map(({ Id }) => ({ '@href': address(Id) }))
  }
})
