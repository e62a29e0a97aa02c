/** Texts about stored files, about those of any kind and of each. */
import type { Static } from 'typebox'
import type { Criteria } from '../schemas/language/criteria.ts'
import type { ListQuery } from '../schemas/language/paging.ts'
import type { AnyModel } from '../schemas/language/vocabulary.ts'
import {
  AudioInfo, AudioInfoCriteria, ImageInfo, ImageInfoCriteria, MetaInfo, MetaInfoCriteria, VideoInfo, VideoInfoCriteria
} from '../schemas/meta-info.ts'
import type { Sql } from './client.ts'
import { collection } from './collection.ts'
import { holding } from './criteria.ts'

/** What a list of texts is about; all of them when nothing is set. */
export interface TextScope { file?: number, language?: number }

const textsIn = <M extends AnyModel, K extends string & keyof Static<M>>(
  relation: string, model: M, key: K, criteria: Criteria
) => (sql: Sql) => {
    const texts = collection(sql, relation, model, key, criteria)
    return {
      ...texts,
      list: (query: ListQuery, { file, language }: TextScope = {}) =>
        texts.list(query, holding(sql, { meta_data: file, language }))
    }
  }

/** Queries for texts about files of any kind. */
export const metaInfos = textsIn('meta_info_rows', MetaInfo, 'Id', MetaInfoCriteria)
/** Queries for texts about images. */
export const imageInfos = textsIn('image_info_rows', ImageInfo, 'Id', ImageInfoCriteria)
/** Queries for texts about recordings. */
export const audioInfos = textsIn('audio_info_rows', AudioInfo, 'Id', AudioInfoCriteria)
/** Queries for texts about videos. */
export const videoInfos = textsIn('video_info_rows', VideoInfo, 'Id', VideoInfoCriteria)
