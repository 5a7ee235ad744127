import { language } from './language.ts'

/** Each other language has one file for the first screen, which only its users load. */
const loaders = {
  de: () => import('./de/first-screen.ts'),
  es: () => import('./es/first-screen.ts'),
  fr: () => import('./fr/first-screen.ts'),
}

/** Loaded before any text is read. English appears if the download fails. */
const loaded: Record<string, object> | undefined =
  language === 'en' ? undefined : (await loaders[language]().catch(() => undefined))?.translations

/** The texts of this name in the user's language; their types are those of the English ones. */
export const translated = <T extends object>(name: string, english: T): T => (loaded?.[name] ?? english) as T
