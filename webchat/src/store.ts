/** What this browser remembers of one chat. Without storage (it can be forbidden) it lasts as long as the page. */
export type Store = {
  get(name: string): string | undefined
  set(name: string, value: string): void
  remove(name: string): void
  names(): string[]
}

export function storeOf(binding: string): Store {
  const prefix = `parley.webchat.${binding}.`
  const storage = usable()
  if (!storage) return inMemory()
  return {
    get: (name) => storage.getItem(prefix + name) ?? undefined,
    set(name, value) {
      try {
        storage.setItem(prefix + name, value)
      } catch {
        // Full: what is being said is still in the page.
      }
    },
    remove: (name) => storage.removeItem(prefix + name),
    names: () =>
      Object.keys(storage)
        .filter((key) => key.startsWith(prefix))
        .map((key) => key.slice(prefix.length)),
  }
}

function usable(): Storage | undefined {
  try {
    localStorage.setItem('parley.webchat', '')
    localStorage.removeItem('parley.webchat')
    return localStorage
  } catch {
    return undefined
  }
}

function inMemory(): Store {
  const kept = new Map<string, string>()
  return {
    get: (name) => kept.get(name),
    set: (name, value) => void kept.set(name, value),
    remove: (name) => void kept.delete(name),
    names: () => [...kept.keys()],
  }
}
