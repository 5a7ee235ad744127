import { Group, Stack, Text, Title, VisuallyHidden } from '@mantine/core'
import { useDocumentTitle } from '@mantine/hooks'
import type { ReactNode } from 'react'
import { strings } from '#i18n/app.ts'

type Props = {
  title: string
  /** Title of the browser tab; defaults to the title. */
  documentTitle?: string
  /** A sentence below the title. */
  lead?: ReactNode
  /** Badges next to the title. */
  beside?: ReactNode
  /** Buttons at the right. */
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
    <Stack maw={width} gap="md">
      {isCompact ? (
        <VisuallyHidden>
          <h1>{title}</h1>
        </VisuallyHidden>
      ) : (
        <PageHead title={title} {...head} />
      )}
      {children}
    </Stack>
  )
}

function PageHead({ title, lead, beside, actions }: Pick<Props, 'title' | 'lead' | 'beside' | 'actions'>) {
  return (
    <Group justify="space-between" align="flex-start">
      <Stack gap={4}>
        <Group gap="sm">
          <Title order={1} size="h2">
            {title}
          </Title>
          {beside}
        </Group>
        {lead && <Text className="quiet">{lead}</Text>}
      </Stack>
      {actions && <Group gap="xs">{actions}</Group>}
    </Group>
  )
}
