import { Title, VisuallyHidden } from '@mantine/core'
import { useDocumentTitle } from '@mantine/hooks'
import type { ReactNode } from 'react'
import { strings } from '#i18n/app.ts'
import classes from './PageLayout.module.css'

type Props = {
  title: string
  /** Title of the browser tab; defaults to the title. */
  documentTitle?: string
  /** A sentence below the title. */
  lead?: ReactNode
  /** Badges next to the title. */
  beside?: ReactNode
  /** Buttons at the right; on a phone, at the bottom. */
  actions?: ReactNode
  children: ReactNode
  /** Maximum width of the content; defaults to all available space. */
  width?: number
  /** Leaves the room of the title and the buttons to the content; screen readers still find the title. */
  isCompact?: boolean
}

export function PageLayout({ title, documentTitle = title, children, width, isCompact, ...head }: Props) {
  useDocumentTitle(`${documentTitle} · ${strings.product}`)
  return (
    <div className={classes.page} style={{ maxWidth: width }}>
      {isCompact ? (
        <VisuallyHidden>
          <h1>{title}</h1>
        </VisuallyHidden>
      ) : (
        <PageHead title={title} {...head} />
      )}
      {children}
    </div>
  )
}

function PageHead({ title, lead, beside, actions }: Pick<Props, 'title' | 'lead' | 'beside' | 'actions'>) {
  return (
    <div className={classes.head}>
      <div className={classes.words}>
        <div className={classes.title}>
          <Title order={1} size="h2">
            {title}
          </Title>
          {beside}
        </div>
        {lead && <div className={classes.lead}>{lead}</div>}
      </div>
      {actions && (
        <div className={classes.actions} data-sticky>
          {actions}
        </div>
      )}
    </div>
  )
}
