/** The light build (no subtitles, no second sound track) has the types of the full one. */
declare module 'hls.js/light' {
  export { default } from 'hls.js';
}
