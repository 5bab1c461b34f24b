import { describe, expect, it, onTestFinished } from 'vitest'
import { days, minutes } from '#server/platform/clock.ts'
import { openHouse } from '#test/house.ts'
import { openProgram } from '#test/programs.ts'

describe('the age of a record', () => {
  it('is limited for partners: 30 days without a setting', async () => {
    const plain = await openHouse({ RECORD_MAX_AGE: '', WAITING_MAX_AGE: '' })
    onTestFinished(() => plain.close())
    const [maria, program] = [await plain.make.customer(), await openProgram(plain)]
    const at = (age: number) => new Date(plain.portal.clock.now().getTime() - age).toISOString()
    const entry = (age: number, reference: string = crypto.randomUUID()) => ({
      ...{ reference, participant: { id: maria.id }, description: 'oil_collected', points: 40 },
      happened_at: at(age),
    })
    const young = entry(days(30) - minutes(5), 'young')
    const answers = await program.recordAll([entry(days(30) + minutes(1)), entry(days(9_000)), young])
    expect(answers.map(({ code, status }) => code ?? status)).toEqual([
      ...['moment_too_old', 'moment_too_old', 'recorded'],
    ])
    expect(answers[0]?.errors).toEqual({
      happened_at: [expect.stringMatching(/^This moment lies too far back\. The oldest accepted is 20.*\.$/)],
    })
    const back = { reference: 'young', reversal_reference: 'back', happened_at: at(days(31)) }
    expect(await program.reverse(back)).toMatchObject({
      status: 400,
      body: { happened_at: [expect.any(String)] },
    })

    // Sent again later, it is still the same record.
    const reversed = { ...back, happened_at: young.happened_at }
    expect((await program.reverse(reversed)).body.status).toBe('recorded')
    plain.clock.forward(days(20))
    const later = await openProgram(plain, { as: program.partner })
    expect((await later.record(young)).body.status).toBe('repeated')
    expect((await later.reverse(reversed)).body.status).toBe('repeated')
  })
})
