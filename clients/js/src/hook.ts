/** A hook for React and Preact. It takes their functions, so that this package depends on neither. */
import { current, type FollowOptions, type ShownPost } from './follow.ts'

interface Hooks {
  readonly useState: <T>(initial: T) => [T, (next: T) => void]
  readonly useEffect: (effect: () => () => void, inputs: readonly unknown[]) => void
}

/** Before the first posts. */
const NONE: readonly ShownPost<'*'>[] = []

/**
 * Returns a hook that returns the posts of a list, and renders again when they change.
 * @example const usePosts = postsHook({ useState, useEffect })
 */
export const postsHook =
  ({ useState, useEffect }: Hooks) =>
  (list: string, options: Omit<FollowOptions<'*'>, 'since' | 'signal' | 'filter'> = {}): readonly ShownPost<'*'>[] => {
    const [shown, show] = useState({ list, posts: NONE })
    useEffect(() => {
      const controller = new AbortController()
      const run = async () => {
        for await (const posts of current(list, { ...options, signal: controller.signal })) show({ list, posts })
      }
      void run()
      return () => controller.abort()
    }, [list, options.token])
    // Those of the list before would stay until this one answers, and for ever if it is gone.
    return shown.list === list ? shown.posts : NONE
  }
