import { Group, Stack, Text, Title } from '@mantine/core'
import { useDocumentTitle } from '@mantine/hooks'
import type { ReactNode } from 'react'
import { strings } from '#i18n/app.ts'

type Props = {
  title: string
  /** A sentence below the title. */
  lead?: ReactNode
  /** Beside the title: badges. */
  beside?: ReactNode
  /** At the right: buttons. */
  actions?: ReactNode
  children: ReactNode
  /** The widest that its content gets; as wide as there is room unless given. */
  width?: number
}

export function PageLayout({ title, lead, beside, actions, children, width }: Props) {
  useDocumentTitle(`${title} · ${strings.product}`)
  return (
    <Stack maw={width} gap="md">
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
      {children}
    </Stack>
  )
}
