;; Finds where records end: follows strings and nesting through the bytes of a JSON array of objects, sixty-four at a time.
;; `scripts/scanner.ts` turns this text into json_scanner.generated.ts; json_scanner.ts tells how it is used.
(module
  ;; Two pages: the piece to scan, and behind it room for a last block that reaches past its end.
  (memory (export "memory") 2)

  ;; How deep the next byte lies: 0 is between records.
  (global $depth (export "depth") (mut i32) (i32.const 0))
  ;; -1, all bits set, when the next byte lies inside a string.
  (global $inString (mut i64) (i64.const 0))
  ;; 1 when the byte before was a backslash that escapes the next one.
  (global $afterEscape (mut i32) (i32.const 0))
  ;; Where the record that is being read began; -1 when that was in an earlier piece.
  (global $start (export "start") (mut i32) (i32.const -1))
  ;; Records that have ended.
  (global $count (export "count") (mut i32) (i32.const 0))
  ;; 1 when `scan` came back because of the end of a record.
  (global $closed (export "closed") (mut i32) (i32.const 0))

  ;; Reads from $at, which lies inside a record, towards $end. Comes back with the position behind the first record that
  ;; ends behind $until, or with that of something between records that is neither space nor comma nor the next record,
  ;; or with $end.
  ;;
  ;; A block is sixty-four bytes, in four vectors; bit i of a mask stands for byte i of the block.
  (func (export "scan") (param $at i32) (param $end i32) (param $until i32) (result i32)
    (local $a v128)
    (local $b v128)
    (local $c v128)
    (local $d v128)
    (local $length i32)
    (local $valid i64)
    (local $escapes i64)
    (local $escaped i64)
    (local $quotes i64)
    (local $inside i64)
    (local $opening i64)
    (local $closing i64)
    (local $braces i64)
    (local $bit i32)
    (local $byte i32)
    (local $closings i32)
    ;; The globals of the same names, in reach of a loop.
    (local $depth i32)
    (local $inString i64)
    (local $afterEscape i32)
    (global.set $closed (i32.const 0))
    (local.set $depth (global.get $depth))
    (local.set $inString (global.get $inString))
    (local.set $afterEscape (global.get $afterEscape))
    (loop $blocks
      (if (i32.ge_s (local.get $at) (local.get $end))
        (then
          (global.set $depth (local.get $depth))
          (global.set $inString (local.get $inString))
          (global.set $afterEscape (local.get $afterEscape))
          (return (local.get $end))))
      (local.set $a (v128.load (local.get $at)))
      (local.set $b (v128.load offset=16 (local.get $at)))
      (local.set $c (v128.load offset=32 (local.get $at)))
      (local.set $d (v128.load offset=48 (local.get $at)))
      (local.set $length (i32.sub (local.get $end) (local.get $at)))
      (if (i32.gt_s (local.get $length) (i32.const 64)) (then (local.set $length (i32.const 64))))
      (local.set $valid
        (i64.shr_u
          (i64.const -1)
          (i64.extend_i32_u (i32.sub (i32.const 64) (local.get $length)))))

      ;; $escaped: the byte is escaped. A backslash that is escaped itself escapes nothing.
      (local.set $escaped (i64.extend_i32_u (local.get $afterEscape)))
      (local.set $afterEscape (i32.const 0))
      (local.set $escapes
        (i64.and
          (i64.and
            (i64.or
              (i64.or
                (i64.extend_i32_u (i8x16.bitmask (i8x16.eq (local.get $a) (i8x16.splat (i32.const 0x5c)))))
                (i64.shl (i64.extend_i32_u (i8x16.bitmask (i8x16.eq (local.get $b) (i8x16.splat (i32.const 0x5c))))) (i64.const 16)))
              (i64.or
                (i64.shl (i64.extend_i32_u (i8x16.bitmask (i8x16.eq (local.get $c) (i8x16.splat (i32.const 0x5c))))) (i64.const 32))
                (i64.shl (i64.extend_i32_u (i8x16.bitmask (i8x16.eq (local.get $d) (i8x16.splat (i32.const 0x5c))))) (i64.const 48))))
            (local.get $valid))
          (i64.xor (local.get $escaped) (i64.const -1))))
      (if (i32.eqz (i64.eqz (local.get $escapes)))
        (then
          (loop $eachEscape
            (local.set $bit (i32.wrap_i64 (i64.ctz (local.get $escapes))))
            (local.set $escaped
              (i64.or
                (local.get $escaped)
                (i64.shl (i64.const 2) (i64.extend_i32_u (local.get $bit)))))
            (local.set $escapes
              (i64.and
                (local.get $escapes)
                (i64.xor
                  (i64.shl (i64.const 3) (i64.extend_i32_u (local.get $bit)))
                  (i64.const -1))))
            (br_if $eachEscape (i32.eqz (i64.eqz (local.get $escapes)))))
          (local.set $afterEscape
            (i32.eq (local.get $bit) (i32.sub (local.get $length) (i32.const 1))))))

      ;; $inside: the byte lies inside a string, its opening quote included and its closing quote not. Each quote flips all
      ;; bits from its own on.
      (local.set $quotes
        (i64.and
          (i64.and
            (i64.or
              (i64.or
                (i64.extend_i32_u (i8x16.bitmask (i8x16.eq (local.get $a) (i8x16.splat (i32.const 0x22)))))
                (i64.shl (i64.extend_i32_u (i8x16.bitmask (i8x16.eq (local.get $b) (i8x16.splat (i32.const 0x22))))) (i64.const 16)))
              (i64.or
                (i64.shl (i64.extend_i32_u (i8x16.bitmask (i8x16.eq (local.get $c) (i8x16.splat (i32.const 0x22))))) (i64.const 32))
                (i64.shl (i64.extend_i32_u (i8x16.bitmask (i8x16.eq (local.get $d) (i8x16.splat (i32.const 0x22))))) (i64.const 48))))
            (local.get $valid))
          (i64.xor (local.get $escaped) (i64.const -1))))
      (local.set $inside (i64.xor (local.get $quotes) (i64.shl (local.get $quotes) (i64.const 1))))
      (local.set $inside (i64.xor (local.get $inside) (i64.shl (local.get $inside) (i64.const 2))))
      (local.set $inside (i64.xor (local.get $inside) (i64.shl (local.get $inside) (i64.const 4))))
      (local.set $inside (i64.xor (local.get $inside) (i64.shl (local.get $inside) (i64.const 8))))
      (local.set $inside (i64.xor (local.get $inside) (i64.shl (local.get $inside) (i64.const 16))))
      (local.set $inside (i64.xor (local.get $inside) (i64.shl (local.get $inside) (i64.const 32))))
      (local.set $inside (i64.xor (local.get $inside) (local.get $inString)))
      ;; An odd number of quotes turns it around for the next block.
      (local.set $inString
        (i64.xor
          (local.get $inString)
          (i64.sub (i64.const 0) (i64.and (i64.popcnt (local.get $quotes)) (i64.const 1)))))

      ;; { and [ differ from each other in the one bit that is set here, } and ] too.
      (local.set $a (v128.or (local.get $a) (i8x16.splat (i32.const 0x20))))
      (local.set $b (v128.or (local.get $b) (i8x16.splat (i32.const 0x20))))
      (local.set $c (v128.or (local.get $c) (i8x16.splat (i32.const 0x20))))
      (local.set $d (v128.or (local.get $d) (i8x16.splat (i32.const 0x20))))
      (local.set $valid
        (i64.and (local.get $valid) (i64.xor (local.get $inside) (i64.const -1))))
      (local.set $opening
        (i64.and
          (i64.or
            (i64.or
              (i64.extend_i32_u (i8x16.bitmask (i8x16.eq (local.get $a) (i8x16.splat (i32.const 0x7b)))))
              (i64.shl (i64.extend_i32_u (i8x16.bitmask (i8x16.eq (local.get $b) (i8x16.splat (i32.const 0x7b))))) (i64.const 16)))
            (i64.or
              (i64.shl (i64.extend_i32_u (i8x16.bitmask (i8x16.eq (local.get $c) (i8x16.splat (i32.const 0x7b))))) (i64.const 32))
              (i64.shl (i64.extend_i32_u (i8x16.bitmask (i8x16.eq (local.get $d) (i8x16.splat (i32.const 0x7b))))) (i64.const 48))))
          (local.get $valid)))
      (local.set $closing
        (i64.and
          (i64.or
            (i64.or
              (i64.extend_i32_u (i8x16.bitmask (i8x16.eq (local.get $a) (i8x16.splat (i32.const 0x7d)))))
              (i64.shl (i64.extend_i32_u (i8x16.bitmask (i8x16.eq (local.get $b) (i8x16.splat (i32.const 0x7d))))) (i64.const 16)))
            (i64.or
              (i64.shl (i64.extend_i32_u (i8x16.bitmask (i8x16.eq (local.get $c) (i8x16.splat (i32.const 0x7d))))) (i64.const 32))
              (i64.shl (i64.extend_i32_u (i8x16.bitmask (i8x16.eq (local.get $d) (i8x16.splat (i32.const 0x7d))))) (i64.const 48))))
          (local.get $valid)))

      ;; With fewer closing braces than levels no record can end here, and only their numbers matter.
      (local.set $closings (i32.wrap_i64 (i64.popcnt (local.get $closing))))
      (if (i32.lt_s (local.get $closings) (local.get $depth))
        (then
          (local.set $depth
            (i32.sub
              (i32.add (local.get $depth) (i32.wrap_i64 (i64.popcnt (local.get $opening))))
              (local.get $closings)))
          (local.set $at (i32.add (local.get $at) (local.get $length)))
          (br $blocks)))
      (local.set $braces (i64.or (local.get $opening) (local.get $closing)))
      (block $noBracesLeft
        (loop $eachBrace
          (br_if $noBracesLeft (i64.eqz (local.get $braces)))
          (local.set $bit (i32.wrap_i64 (i64.ctz (local.get $braces))))
          (local.set $braces
            (i64.and (local.get $braces) (i64.sub (local.get $braces) (i64.const 1))))
          (if
            (i32.wrap_i64
              (i64.and
                (i64.shr_u (local.get $opening) (i64.extend_i32_u (local.get $bit)))
                (i64.const 1)))
            (then
              (local.set $depth (i32.add (local.get $depth) (i32.const 1)))
              (br $eachBrace)))
          (local.set $depth (i32.sub (local.get $depth) (i32.const 1)))
          (br_if $eachBrace (local.get $depth))

          ;; A record has ended. What the rest of the block looked like from inside it does not count.
          (local.set $inString (i64.const 0))
          (local.set $afterEscape (i32.const 0))
          (global.set $depth (i32.const 0))
          (global.set $inString (i64.const 0))
          (global.set $afterEscape (i32.const 0))
          (global.set $count (i32.add (global.get $count) (i32.const 1)))
          (local.set $at (i32.add (i32.add (local.get $at) (local.get $bit)) (i32.const 1)))
          (if (i32.gt_s (local.get $at) (local.get $until))
            (then
              (global.set $closed (i32.const 1))
              (return (local.get $at))))
          (global.set $start (i32.const -1))
          (loop $between
            (if (i32.ge_s (local.get $at) (local.get $end)) (then (return (local.get $end))))
            (local.set $byte (i32.load8_u (local.get $at)))
            (if (i32.eq (local.get $byte) (i32.const 0x7b))
              (then
                (global.set $start (local.get $at))
                (local.set $depth (i32.const 1))
                (local.set $at (i32.add (local.get $at) (i32.const 1)))
                (br $blocks)))
            (local.set $at (i32.add (local.get $at) (i32.const 1)))
            (br_if $between
              (i32.or
                (i32.or
                  (i32.eq (local.get $byte) (i32.const 0x2c))
                  (i32.eq (local.get $byte) (i32.const 0x20)))
                (i32.or
                  (i32.or
                    (i32.eq (local.get $byte) (i32.const 0x0a))
                    (i32.eq (local.get $byte) (i32.const 0x0d)))
                  (i32.eq (local.get $byte) (i32.const 0x09))))))
          (return (i32.sub (local.get $at) (i32.const 1)))))
      (local.set $at (i32.add (local.get $at) (local.get $length)))
      (br $blocks))
    (unreachable))

  ;; Looks from $at for a byte $first that has a byte $last $distance behind it. Comes back with the position of the
  ;; first such pair that begins before $end, or with $end.
  (func (export "find")
    (param $at i32) (param $end i32) (param $first i32) (param $last i32) (param $distance i32)
    (result i32)
    (local $firsts v128)
    (local $lasts v128)
    (local $found i32)
    (local.set $firsts (i8x16.splat (local.get $first)))
    (local.set $lasts (i8x16.splat (local.get $last)))
    (loop $blocks
      (if (i32.ge_s (local.get $at) (local.get $end)) (then (return (local.get $end))))
      (local.set $found
        (i8x16.bitmask
          (v128.and
            (i8x16.eq (v128.load (local.get $at)) (local.get $firsts))
            (i8x16.eq
              (v128.load (i32.add (local.get $at) (local.get $distance)))
              (local.get $lasts)))))
      (if (local.get $found)
        (then
          (local.set $at (i32.add (local.get $at) (i32.ctz (local.get $found))))
          (if (i32.gt_s (local.get $at) (local.get $end)) (then (return (local.get $end))))
          (return (local.get $at))))
      (local.set $at (i32.add (local.get $at) (i32.const 16)))
      (br $blocks))
    (unreachable)))
