/** The languages of the console, by their own names. */
export const languageNames = { en: 'English', de: 'Deutsch', es: 'Español', fr: 'Français' } as const
export type Language = keyof typeof languageNames

const storageKey = 'parley.language'

/** The language that the user has chosen in this browser, else the browser's first language that the console has. */
export const language: Language = typeof window === 'undefined' ? 'en' : (readChoice() ?? findBrowserLanguage() ?? 'en')

/** Reloads the page, because it reads each text once. */
export function chooseLanguage(chosen: Language): void {
  try {
    localStorage.setItem(storageKey, chosen)
  } catch {
    // The browser stores nothing for this page: it keeps to the language of the browser.
  }
  location.reload()
}

function readChoice(): Language | undefined {
  try {
    return toLanguage(localStorage.getItem(storageKey) ?? '')
  } catch {
    return undefined
  }
}

function findBrowserLanguage(): Language | undefined {
  return navigator.languages.map(toLanguage).find((one) => one !== undefined)
}

/** `de-AT` is German. */
function toLanguage(tag: string): Language | undefined {
  const [code = ''] = tag.toLowerCase().split('-')
  return Object.keys(languageNames).find((one): one is Language => one === code)
}
