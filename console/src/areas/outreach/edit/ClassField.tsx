import { Group, Radio } from '@mantine/core'
import type { ReactNode } from 'react'
import { words } from '#words/outreach.ts'

const { classes } = words

type Given = { value?: string; onChange?: (value: string) => void; error?: ReactNode }

export function ClassField({ value, onChange, error }: Given) {
  return (
    <Radio.Group label={words.make.class} value={value} onChange={onChange} error={error}>
      <Group mt={6} gap="xl" align="flex-start">
        <Radio value="service" label={classes.service} description={classes.serviceHint} />
        <Radio value="marketing" label={classes.marketing} description={classes.marketingHint} />
      </Group>
    </Radio.Group>
  )
}
