import { translatedPage } from '../translated-page.ts'

export const strings = translatedPage('history', {
  lead: 'Every write of the configuration makes a version. Compare one with live, or restore it as a new version.',
  named: (version: number) => `Version ${version}`,
  live: 'Live',
  compare: 'Compare',
  compareVersion: (version: number) => `Compare version ${version} with live`,
  restore: 'Restore',
  restoreVersion: (version: number) => `Restore version ${version}`,
  restoreTitle: (version: number) => `Restore version ${version}?`,
  restoreText:
    'Live becomes what it was then, as a new version, and people are answered by it at once. Secrets and tool bindings stay.',
  restored: (version: number, made: number) => `Version ${version} is live again, as version ${made}`,
  restoredFrom: (version: number) => `Restored from version ${version}`,
  changesSince: (version: number) => `Changes since version ${version}`,
  noChanges: 'No differences from live.',
  label: 'Label',
  labelVersion: (version: number) => `Label version ${version}`,
  labelTitle: (version: number) => `Label of version ${version}`,
  labelHint: 'A version with a label is never deleted. Leave it empty to remove the label.',
  labelOk: 'Save',
  cancel: 'Cancel',
  draft: 'Draft from it',
  draftFrom: (version: number) => `Draft from it: version ${version}`,
  more: 'Show more',
})
