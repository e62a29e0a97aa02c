<?php
/**
 * Shows a live blog: its first posts as text, for search engines and readers without scripts. The script live-blog.js
 * puts the frame in their place.
 *
 * @package Desk_Live_Blog
 */

namespace Desk_Live_Blog;

/** References for the brackets of shortcodes. Of `&#91;`, WordPress makes a bracket again below its shortcode [embed]. */
const BRACKETS = array( '[' => '&#091;', ']' => '&#093;' );

/** Returns the markup of the block. */
function render_block( array $attributes ): string {
	// WordPress writes & so in attributes of authors who may not publish all markup.
	$address = str_replace( '&amp;', '&', $attributes['url'] );
	$place   = place_at( $address );
	$markup  = null === $place ? link_to( $address, $address ) : embed( $place );
	return '' === $address ? '' : '<div ' . get_block_wrapper_attributes() . ">$markup</div>";
}

/** Returns the markup of an address on a line of its own; false if it is left to WordPress. */
function handle_address( array $matches, array $attributes, string $address ) {
	$place = place_at( $address );
	return null === $place ? false : embed( $place );
}

/** Returns the markup of a place, without line breaks, which WordPress would make paragraphs. */
function embed( array $place ): string {
	$answer = answer_of( $place );
	$title  = $answer['content']['title'] ?? $place['page'];
	$link   = link_to( $place['page'], $title );
	if ( $answer['is_missing'] || takes_links_only() ) {
		return $link;
	}
	wp_enqueue_style( 'desk-live-blog' );
	wp_enqueue_script( 'desk-live-blog' );
	$articles = '';
	foreach ( array_slice( $answer['content']['posts'] ?? array(), 0, $place['posts'] ) as $post ) {
		$articles .= article( $post, $title );
	}
	$frame    = sprintf( 'data-frame="%s" data-title="%s"', esc_url( $place['frame'] ), text( $title ) );
	$language = text( $answer['content']['language'] ?? '' );
	return "<section class=\"desk-live-blog\" $frame><div class=\"desk-live-blog-first\" lang=\"$language\" dir=\"auto\">"
		. "<h2>$link</h2>$articles</div></section>";
}

/** Returns whether neither styles nor scripts reach the readers of this response. The editor's preview takes all. */
function takes_links_only(): bool {
	$is_amp  = function_exists( 'amp_is_request' ) && amp_is_request();
	$route   = $GLOBALS['wp']->query_vars['rest_route'] ?? '';
	$is_rest = defined( 'REST_REQUEST' ) && REST_REQUEST && 0 !== strpos( $route, '/wp/v2/block-renderer/' );
	return is_feed() || $is_amp || $is_rest || doing_filter( 'get_the_excerpt' );
}

/** Returns the markup of a post below a title. */
function article( array $post, string $title ): string {
	// The headline of a post without one is its first words.
	$is_shown = $post['headline'] !== $title && 0 !== strpos( $post['text'], str_replace( '…', '', $post['headline'] ) );
	$time     = wp_date( get_option( 'date_format' ) . ' ' . get_option( 'time_format' ), $post['time'] );
	// WordPress would request and embed an address that is alone in its paragraph.
	$text = strtr( text( $post['text'] ), array( "\n" => '<br>', '://' => '&#58;//' ) );
	return '<article>' . ( $is_shown ? '<h3>' . text( $post['headline'] ) . '</h3>' : '' )
		. '<p><time datetime="' . gmdate( 'c', $post['time'] ) . '">' . link_to( $post['url'], $time ) . '</time> '
		. text( $post['author'] ) . "</p><p>$text</p></article>";
}

/** Returns a link; only its text if the address is not that of a web page. */
function link_to( string $address, string $text ): string {
	// WordPress leaves brackets in names before the host, and looks for shortcodes in attributes, too.
	$href = strtr( esc_url( $address, array( 'http', 'https' ) ), BRACKETS );
	return '' === $href ? text( $text ) : "<a href=\"$href\">" . text( $text ) . '</a>';
}

/** Returns text as markup, in which WordPress finds no shortcodes. */
function text( string $text ): string {
	return strtr( esc_html( $text ), BRACKETS );
}
