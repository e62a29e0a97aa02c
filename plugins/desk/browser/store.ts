/** Holds the state of the page. All changes go through `set`; the page is rendered once for all changes of a frame. */
import type { State } from '../view/state.ts'

export interface Store {
  readonly get: () => State
  /** Changes some members of the state. */
  readonly set: (change: Partial<State> | ((state: State) => Partial<State>)) => void
  /** Calls back after each change. */
  readonly watch: (call: (state: State, before: State) => void) => void
  /** Shows the present state at once, and not in the next frame. */
  readonly show: () => void
  /** Calls back once the page shows the present state. */
  readonly afterRender: (call: () => void) => void
}

/** Milliseconds between two renderings of a page that nobody sees. */
const HIDDEN_DELAY = 250

export const createStore = (initial: State, render: (state: State) => void): Store => {
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
    set: (change) => {
      const before = state
      state = { ...state, ...(typeof change === 'function' ? change(state) : change) }
      for (const call of watchers) call(state, before)
      schedule()
    },
    watch: (call) => {
      watchers.push(call)
    },
    show,
    afterRender: (call) => {
      waiting.push(call)
      schedule()
    }
  }
}
