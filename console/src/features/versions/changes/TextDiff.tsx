import { VisuallyHidden } from '@mantine/core'
import { Fragment, useMemo } from 'react'
import { strings } from '#i18n/versions.ts'
import classes from './changes.module.css'
import { diffWords } from './word-diff.ts'

const { changes: texts } = strings

/** A text with its added and removed words. */
export function TextDiff({ before, after }: { before: string; after: string }) {
  const pieces = useMemo(() => diffWords(before, after), [before, after])
  return (
    <div className={classes.text}>
      {pieces.map(({ kind, text }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: only their position identifies pieces
        <Fragment key={at}>{kind === 'same' ? text : <Mark kind={kind} text={text} />}</Fragment>
      ))}
    </div>
  )
}

export function Mark({ kind, text }: { kind: 'added' | 'removed'; text: string }) {
  const Element = kind === 'added' ? 'ins' : 'del'
  return (
    <Element className={classes[kind]}>
      <VisuallyHidden>{texts[kind]}</VisuallyHidden>
      {text}
    </Element>
  )
}
