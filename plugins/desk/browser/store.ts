/** Holds the state of the page. All changes go through `set`; the page is rendered once for all changes of a frame. */
import type { State } from '../view/state.ts'

export type Store = ReturnType<typeof createStore>

/** Milliseconds between two renderings of a page that nobody sees. */
const HIDDEN_DELAY = 250

export const createStore = (initial: State, render: (state: State) => void) => {
  let state = initial
  let isScheduled = false
  const watchers: ((state: State, before: State) => void)[] = []
  let waiting: (() => void)[] = []
  const show = () => {
    isScheduled = false
    render(state)
    const calls = waiting
    waiting = []
    for (const call of calls) call()
  }
  const schedule = () => {
    if (isScheduled) return
    isScheduled = true
    if (document.hidden) setTimeout(show, HIDDEN_DELAY)
    else requestAnimationFrame(show)
  }
  return {
    get: () => state,
    /** Changes some members of the state. */
    set: (change: Partial<State> | ((state: State) => Partial<State>)): void => {
      const before = state
      state = { ...state, ...(typeof change === 'function' ? change(state) : change) }
      for (const call of watchers) call(state, before)
      schedule()
    },
    /** Calls back after each change. */
    watch: (call: (state: State, before: State) => void) => {
      watchers.push(call)
    },
    /** Shows the present state at once, and not in the next frame. */
    show,
    /** Calls back once the page shows the present state. */
    afterRender: (call: () => void) => {
      waiting.push(call)
      schedule()
    }
  }
}
