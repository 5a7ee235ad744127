import { Card, Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'

export function CaseSection({ title, hint, children }: { title: string; hint?: string; children: ReactNode }) {
  return (
    <Card withBorder component="section" aria-label={title} style={{ overflow: 'visible' }}>
      <Stack>
        <div>
          <Title order={2} size="h5">
            {title}
          </Title>
          {hint && (
            <Text size="sm" className="quiet">
              {hint}
            </Text>
          )}
        </div>
        {children}
      </Stack>
    </Card>
  )
}
