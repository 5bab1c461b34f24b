/** Sounds for people who look at the customer, not at the screen. Computed, without files. */

/** Frequency in Hz, start and length in seconds. */
type Tone = readonly [frequency: number, start: number, length: number]

const tones = {
  good: [
    [880, 0, 0.12],
    [1_320, 0.12, 0.2],
  ],
  done: [
    [660, 0, 0.1],
    [880, 0.1, 0.1],
    [1_320, 0.2, 0.25],
  ],
  bad: [
    [220, 0, 0.22],
    [165, 0.25, 0.4],
  ],
} as const satisfies Record<string, readonly Tone[]>

export type Sound = keyof typeof tones

let audio: AudioContext | undefined

/** Browsers allow sound after the first press on the page only; without it, nothing is heard. */
export function play(sound: Sound): void {
  // iPhones have no vibration.
  if ('vibrate' in navigator) navigator.vibrate(sound === 'bad' ? [90, 60, 200] : [60])
  try {
    audio ??= new AudioContext()
    void audio.resume()
    for (const [frequency, start, length] of tones[sound]) {
      const from = audio.currentTime + start
      const volume = new GainNode(audio, { gain: 0 })
      const tone = new OscillatorNode(audio, { frequency, type: sound === 'bad' ? 'square' : 'sine' })
      volume.gain.setValueAtTime(0.25, from)
      volume.gain.exponentialRampToValueAtTime(0.001, from + length)
      tone.connect(volume).connect(audio.destination)
      tone.start(from)
      tone.stop(from + length)
    }
  } catch {
    // No sound device: the screen says it, too.
  }
}
