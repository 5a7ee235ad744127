const tabs = ['text', 'examples', 'flow'] as const
export type PlaybookTab = (typeof tabs)[number]
/** Which part of a playbook is shown; its instructions unless told. */
export type EditSearch = { tab?: Exclude<PlaybookTab, 'text'> }

export function readEditSearch({ tab }: Record<string, unknown>): EditSearch {
  return tab === 'examples' || tab === 'flow' ? { tab } : {}
}
