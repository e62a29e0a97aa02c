/** Blog media types: the places a blog has for pictures. */
import { Type } from 'typebox'
import { PageAttributes } from './language/paging.ts'
import { Key, listOf, model } from './language/vocabulary.ts'

const self = '{Module}/BlogMediaType/{Key}'

/** A place for pictures. */
export const BlogMediaType = model('BlogMediaType', self, { Key: Key() })

/** Some places for pictures. */
export const BlogMediaTypeList = listOf('BlogMediaTypeList', BlogMediaType, self, PageAttributes)

/** The path parameters of a blog media type. */
export const BlogMediaTypePath = Type.Object({ key: Key() })
