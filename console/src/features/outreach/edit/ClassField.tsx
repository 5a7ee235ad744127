import { Group, Radio } from '@mantine/core'
import type { ReactNode } from 'react'
import { strings } from '#i18n/outreach.ts'

const { classes } = strings

type Props = { value?: string; onChange?: (value: string) => void; error?: ReactNode }

export function ClassField({ value, onChange, error }: Props) {
  return (
    <Radio.Group label={strings.make.class} value={value} onChange={onChange} error={error}>
      <Group mt={6} gap="xl" align="flex-start">
        <Radio value="service" label={classes.service} description={classes.serviceHint} />
        <Radio value="marketing" label={classes.marketing} description={classes.marketingHint} />
      </Group>
    </Radio.Group>
  )
}
